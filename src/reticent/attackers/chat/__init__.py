"""A language model behind an address, as an attacker."""

from reticent.attackers.chat.chat import Chat
from reticent.attackers.chat.server import Server

__all__ = ["Chat", "Server"]
