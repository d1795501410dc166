"""The web page at `/`: static files without a build step, and the routes that serve them."""
