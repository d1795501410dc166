"""Entailed: is every claim of this answer entailed by the passages it was written from?"""
