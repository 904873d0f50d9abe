-- Work that the dashboard keeps for itself: runs with a lease, objects to be fetched again, attempts to sign in.

-- The last instant, by the host's clock, at which an answer of the API told this row.
ALTER TABLE dashboard.mirror_payment ADD COLUMN confirmed_at timestamptz(3);
ALTER TABLE dashboard.mirror_link ADD COLUMN confirmed_at timestamptz(3);
CREATE INDEX mirror_payment_unconfirmed ON dashboard.mirror_payment (connection_id) WHERE confirmed_at IS NULL;
CREATE INDEX mirror_link_unconfirmed ON dashboard.mirror_link (connection_id) WHERE confirmed_at IS NULL;

ALTER TABLE dashboard.sync_run ADD COLUMN owner text, ADD COLUMN lease_until timestamptz(3);
-- One run at a time: whoever asks for another gets the one under way.
CREATE UNIQUE INDEX sync_run_one_open ON dashboard.sync_run (connection_id) WHERE state IN ('QUEUED', 'RUNNING');
CREATE INDEX sync_run_claim ON dashboard.sync_run (started_at) WHERE state IN ('QUEUED', 'RUNNING');

-- An object that the mirror must ask the host for again; the row is the job and goes when it is done.
CREATE TABLE dashboard.object_fetch (
  connection_id text NOT NULL,
  noun text NOT NULL,
  object_id text NOT NULL,
  reason text NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  due_at timestamptz(3) NOT NULL,
  PRIMARY KEY (connection_id, noun, object_id),
  FOREIGN KEY (connection_id) REFERENCES dashboard.connection (id) ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT object_fetch_noun CHECK (noun IN ('payments', 'links')),
  CONSTRAINT object_fetch_reason CHECK (reason IN ('conflict', 'close_call', 'payment_of_link'))
);
CREATE INDEX object_fetch_due ON dashboard.object_fetch (due_at);

-- Failed tries by the hash of an address or of an account's e-mail, in one window of time.
CREATE TABLE dashboard.sign_in_attempt (
  subject bytea PRIMARY KEY,
  tries integer NOT NULL,
  window_ends_at timestamptz(3) NOT NULL
);
CREATE INDEX sign_in_attempt_window ON dashboard.sign_in_attempt (window_ends_at);

ALTER TABLE dashboard.object_fetch ENABLE ROW LEVEL SECURITY;
ALTER TABLE dashboard.sign_in_attempt ENABLE ROW LEVEL SECURITY;
CREATE POLICY everybody ON dashboard.object_fetch TO checkout_dashboard_system USING (true);
CREATE POLICY everybody ON dashboard.sign_in_attempt TO checkout_dashboard_system USING (true);
CREATE POLICY tenant ON dashboard.object_fetch TO checkout_dashboard USING (connection_id = current_setting('app.tenant', true));
GRANT SELECT, INSERT, UPDATE, DELETE ON dashboard.object_fetch, dashboard.sign_in_attempt TO checkout_dashboard_system;
GRANT SELECT, INSERT, UPDATE, DELETE ON dashboard.object_fetch TO checkout_dashboard;
