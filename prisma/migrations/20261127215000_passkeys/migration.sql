-- compatible: yes
-- Passkeys of users (WebAuthn), and the open challenges of sessions and of browsers that sign in: one for each, so that a
-- challenge is spent by deleting its row.
CREATE TABLE dashboard.passkey (
  id text PRIMARY KEY,
  user_id text NOT NULL REFERENCES dashboard."user" (id) ON DELETE CASCADE ON UPDATE CASCADE,
  credential_id text NOT NULL UNIQUE,
  public_key bytea NOT NULL,
  counter bigint NOT NULL CHECK (counter >= 0),
  name text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  last_used_at timestamptz(3)
);
CREATE INDEX passkey_user ON dashboard.passkey (user_id);

CREATE TABLE dashboard.passkey_challenge (
  subject bytea PRIMARY KEY,
  challenge text NOT NULL,
  origin text NOT NULL,
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX passkey_challenge_expiry ON dashboard.passkey_challenge (expires_at);

ALTER TABLE dashboard.passkey ENABLE ROW LEVEL SECURITY;
ALTER TABLE dashboard.passkey_challenge ENABLE ROW LEVEL SECURITY;
CREATE POLICY everybody ON dashboard.passkey TO checkout_dashboard_system USING (true);
CREATE POLICY everybody ON dashboard.passkey_challenge TO checkout_dashboard_system USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON dashboard.passkey, dashboard.passkey_challenge TO checkout_dashboard_system;
