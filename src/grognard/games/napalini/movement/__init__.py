"""Chapter 6: movement; chapter 2, transports."""
