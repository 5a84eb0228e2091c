"""Mail: messages made anew from keep-lists of headers and parts, alone or in a mailbox."""
