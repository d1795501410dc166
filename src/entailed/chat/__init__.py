"""Language models: any OpenAI-compatible endpoint, any callable."""
