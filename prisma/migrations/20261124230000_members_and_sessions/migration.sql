-- Sessions are rows that end at once, and links that prove an e-mail address.

ALTER TABLE dashboard."user"
  ADD COLUMN email_verified_at timestamptz(3),
  ADD COLUMN totp_sealed text,
  ADD COLUMN totp_confirmed_at timestamptz(3),
  -- Time step of the newest code that was accepted: no code counts twice.
  ADD COLUMN totp_last_step bigint;
-- Every user until now was let in by an operator, who knew the address.
UPDATE dashboard."user" SET email_verified_at = created_at;

CREATE TABLE dashboard.session (
  id text PRIMARY KEY,
  user_id text NOT NULL REFERENCES dashboard."user" (id) ON DELETE CASCADE ON UPDATE CASCADE,
  created_at timestamptz(3) NOT NULL,
  last_seen_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  address text NOT NULL,
  user_agent text NOT NULL,
  ended_at timestamptz(3),
  ended_by text,
  CONSTRAINT session_ended_by CHECK (ended_by IN ('sign_out', 'revoked', 'password', 'two_step', 'role', 'removed')),
  CONSTRAINT session_end CHECK ((ended_at IS NULL) = (ended_by IS NULL))
);
CREATE INDEX session_list ON dashboard.session (user_id, created_at DESC);
CREATE INDEX session_expiry ON dashboard.session (expires_at);

CREATE TABLE dashboard.recovery_code (
  user_id text NOT NULL REFERENCES dashboard."user" (id) ON DELETE CASCADE ON UPDATE CASCADE,
  hash bytea NOT NULL,
  created_at timestamptz(3) NOT NULL,
  used_at timestamptz(3),
  PRIMARY KEY (user_id, hash)
);

-- An invitation has a team, the other kinds a user. The token of a link is computed from its id and is in no column.
CREATE TABLE dashboard.mailed_link (
  id text PRIMARY KEY,
  purpose text NOT NULL,
  email text NOT NULL,
  user_id text REFERENCES dashboard."user" (id) ON DELETE CASCADE ON UPDATE CASCADE,
  team_id text REFERENCES dashboard.team (id) ON DELETE CASCADE ON UPDATE CASCADE,
  role text,
  created_by text REFERENCES dashboard."user" (id) ON DELETE SET NULL ON UPDATE CASCADE,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  used_at timestamptz(3),
  revoked_at timestamptz(3),
  mail_state text NOT NULL,
  mail_tries integer NOT NULL DEFAULT 0,
  mail_due_at timestamptz(3),
  mail_problem text,
  CONSTRAINT mailed_link_purpose CHECK (purpose IN ('VERIFY_EMAIL', 'RESET_PASSWORD', 'INVITATION')),
  CONSTRAINT mailed_link_subject CHECK (
    CASE purpose WHEN 'INVITATION' THEN team_id IS NOT NULL AND role IS NOT NULL AND user_id IS NULL
      ELSE user_id IS NOT NULL AND team_id IS NULL AND role IS NULL END),
  CONSTRAINT mailed_link_role CHECK (role IN ('OWNER', 'ADMIN', 'DEVELOPER', 'SUPPORT', 'ACCOUNTANT', 'VIEWER')),
  CONSTRAINT mailed_link_mail_state CHECK (mail_state IN ('NONE', 'QUEUED', 'SENT', 'SHOWN', 'FAILED')),
  CONSTRAINT mailed_link_mail_due CHECK ((mail_state = 'QUEUED') = (mail_due_at IS NOT NULL))
);
-- One open invitation of an address in a team.
CREATE UNIQUE INDEX mailed_link_invitation ON dashboard.mailed_link (team_id, email)
  WHERE purpose = 'INVITATION' AND used_at IS NULL AND revoked_at IS NULL;
CREATE INDEX mailed_link_user ON dashboard.mailed_link (user_id, created_at DESC);
CREATE INDEX mailed_link_mail ON dashboard.mailed_link (mail_due_at) WHERE mail_state = 'QUEUED';
CREATE INDEX mailed_link_expiry ON dashboard.mailed_link (expires_at);

ALTER TABLE dashboard.session ENABLE ROW LEVEL SECURITY;
ALTER TABLE dashboard.recovery_code ENABLE ROW LEVEL SECURITY;
ALTER TABLE dashboard.mailed_link ENABLE ROW LEVEL SECURITY;
CREATE POLICY everybody ON dashboard.session TO checkout_dashboard_system USING (true);
CREATE POLICY everybody ON dashboard.recovery_code TO checkout_dashboard_system USING (true);
CREATE POLICY everybody ON dashboard.mailed_link TO checkout_dashboard_system USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON dashboard.session, dashboard.recovery_code, dashboard.mailed_link TO checkout_dashboard_system;
