"""An OpenAI-compatible proxy that lets no unverified text through where the policy says so."""
