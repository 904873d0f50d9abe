-- Mail of an account, sent by the worker (docs/exports.md).
CREATE TABLE dashboard.mail (
  connection_id text NOT NULL,
  id text NOT NULL,
  kind text NOT NULL,
  -- The payment or settlement that it is about.
  object_id text NOT NULL,
  -- The member who sent it; for a notice the one who receives it.
  user_id text,
  recipient text NOT NULL,
  subject text NOT NULL,
  body_text text NOT NULL,
  body_html text NOT NULL,
  state text NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  next_try_at timestamptz(3),
  problem text,
  owner text,
  lease_until timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  finished_at timestamptz(3),
  PRIMARY KEY (connection_id, id),
  FOREIGN KEY (connection_id) REFERENCES dashboard.connection (id) ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT mail_kind CHECK (kind IN ('receipt', 'settlement_paid')),
  CONSTRAINT mail_state CHECK (state IN ('QUEUED', 'SENDING', 'SENT', 'SHOWN', 'FAILED')),
  CONSTRAINT mail_owned CHECK ((state = 'SENDING') = (owner IS NOT NULL)),
  CONSTRAINT mail_finished CHECK ((state IN ('SENT', 'SHOWN', 'FAILED')) = (finished_at IS NOT NULL))
);
CREATE INDEX mail_due ON dashboard.mail (next_try_at) WHERE state IN ('QUEUED', 'SENDING');
CREATE INDEX mail_object ON dashboard.mail (connection_id, object_id, created_at DESC);
CREATE INDEX mail_age ON dashboard.mail (created_at);

-- Members who want a mail when a settlement of the account is paid.
CREATE TABLE dashboard.paid_notice (
  connection_id text NOT NULL,
  user_id text NOT NULL,
  -- Settlements paid before are not reported.
  since timestamptz(3) NOT NULL,
  PRIMARY KEY (connection_id, user_id),
  FOREIGN KEY (connection_id) REFERENCES dashboard.connection (id) ON DELETE CASCADE ON UPDATE CASCADE,
  FOREIGN KEY (user_id) REFERENCES dashboard."user" (id) ON DELETE CASCADE ON UPDATE CASCADE
);

ALTER TABLE dashboard.mail ENABLE ROW LEVEL SECURITY;
ALTER TABLE dashboard.paid_notice ENABLE ROW LEVEL SECURITY;
CREATE POLICY everybody ON dashboard.mail TO checkout_dashboard_system USING (true);
CREATE POLICY everybody ON dashboard.paid_notice TO checkout_dashboard_system USING (true);
CREATE POLICY tenant ON dashboard.mail TO checkout_dashboard USING (connection_id = current_setting('app.tenant', true));
CREATE POLICY tenant ON dashboard.paid_notice TO checkout_dashboard USING (connection_id = current_setting('app.tenant', true));
GRANT SELECT, INSERT, UPDATE, DELETE ON dashboard.mail, dashboard.paid_notice TO checkout_dashboard, checkout_dashboard_system;
