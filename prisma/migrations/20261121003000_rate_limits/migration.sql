-- Token buckets: one row a key or an address, hashed. They belong to no tenant and may be lost in a crash.
CREATE SCHEMA IF NOT EXISTS limits;
CREATE UNLOGGED TABLE limits.bucket (
  subject bytea PRIMARY KEY,
  tokens double precision NOT NULL,
  -- What the last request for tokens got.
  granted integer NOT NULL,
  refilled_at timestamptz NOT NULL
);
CREATE INDEX bucket_refilled ON limits.bucket (refilled_at);
GRANT USAGE ON SCHEMA limits TO checkout_system;
GRANT SELECT, INSERT, UPDATE, DELETE ON limits.bucket TO checkout_system;
