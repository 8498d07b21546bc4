"""What somebody would try who wants to cheat at the club or to stop it: one attack a file, written as he would go about it."""
