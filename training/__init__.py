"""How the parameters and tables that ship with the package are made; each module says how it is run."""
