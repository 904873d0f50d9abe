-- A disconnected account keeps its mirror and has no key: nothing calls its host, and no event is accepted.
ALTER TABLE dashboard.connection
  ADD COLUMN disconnected_at timestamptz(3),
  ALTER COLUMN api_key_sealed DROP NOT NULL,
  ADD CONSTRAINT connection_key CHECK ((disconnected_at IS NULL) = (api_key_sealed IS NOT NULL));

-- The host's last answer to GET /balance: no event reports a balance.
ALTER TABLE dashboard.connection ADD COLUMN balance jsonb, ADD COLUMN balance_at timestamptz(3);

-- The last delivery that was refused, and why: its sender is unknown, so that nothing else of it is kept.
ALTER TABLE dashboard.connection ADD COLUMN refused_at timestamptz(3), ADD COLUMN refused_reason text,
  ADD CONSTRAINT connection_refused_reason CHECK (refused_reason IN ('bad_signature', 'bad_event'));

-- How far an import is: objects so far, and the creation of the first and of the latest one that its list contained.
ALTER TABLE dashboard.noun_import ADD COLUMN seen integer NOT NULL DEFAULT 0, ADD COLUMN started_at timestamptz(3),
  ADD COLUMN first_created_at timestamptz(3), ADD COLUMN last_created_at timestamptz(3);
