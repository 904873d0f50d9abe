-- compatible: yes
-- Time of an address's first verification by a password reset, until its owner has decided what to keep of what exists
-- (docs/members.md: E-mail address); null = nothing to decide. A process of the version before asks nothing.
ALTER TABLE dashboard."user" ADD COLUMN review_since timestamptz(3);
