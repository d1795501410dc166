"""`python -m entailed`: the command line."""

from entailed.cli import app

if __name__ == "__main__":
    app(prog_name="entailed")
