"""Rows of the vault, sealed as they lie there. Data only; who opens them is integrations/vault."""

from dataclasses import dataclass, field
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Sealed:
    """A value that only one key opens: that key's fingerprint, the 96 random bits of this sealing, and AES-GCM's output."""

    key_id: str
    nonce: bytes = field(repr=False)
    ciphertext: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class SecretName:
    """What is kept of an account, without its value."""

    user_id: str
    account: str
    name: str
    key_id: str
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class SealedSecret:
    """One row, its value sealed."""

    id: int
    user_id: str
    account: str
    name: str
    key_id: str
    nonce: bytes = field(repr=False)
    ciphertext: bytes = field(repr=False)

    @property
    def sealed(self) -> Sealed:
        """Its value."""
        return Sealed(self.key_id, self.nonce, self.ciphertext)
