-- compatible: yes
-- Difference of a host's clock from ours as of its last response, and as of a charge's first call: a host's instants are compared on its
-- own clock.
ALTER TABLE dashboard.connection ADD COLUMN clock_ahead_ms bigint NOT NULL DEFAULT 0;
ALTER TABLE dashboard.charge ADD COLUMN clock_ahead_ms bigint;
