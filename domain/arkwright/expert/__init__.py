"""The actions of the expert rules."""
