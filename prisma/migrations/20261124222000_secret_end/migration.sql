-- The instant after which the old secret of a rotation is retired by itself.
ALTER TABLE dashboard.connection_secret ADD COLUMN retires_at timestamptz(3);
CREATE INDEX connection_secret_retires ON dashboard.connection_secret (retires_at) WHERE retires_at IS NOT NULL AND retired_at IS NULL;
