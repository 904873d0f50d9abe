-- A file that the worker makes of a list (docs/exports.md).
CREATE TABLE dashboard.export_job (
  connection_id text NOT NULL,
  id text NOT NULL,
  user_id text,
  kind text NOT NULL,
  -- The filters or the object, as its kind reads them.
  input jsonb NOT NULL,
  file_name text NOT NULL,
  state text NOT NULL,
  -- Rows of the moment that is read; null before.
  rows_total integer,
  rows_done integer NOT NULL DEFAULT 0,
  bytes integer,
  -- The moment whose rows the file has.
  as_of timestamptz(3),
  tries integer NOT NULL DEFAULT 0,
  problem text,
  owner text,
  lease_until timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  finished_at timestamptz(3),
  expires_at timestamptz(3) NOT NULL,
  PRIMARY KEY (connection_id, id),
  FOREIGN KEY (connection_id) REFERENCES dashboard.connection (id) ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT export_job_state CHECK (state IN ('QUEUED', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED')),
  CONSTRAINT export_job_owned CHECK ((state = 'RUNNING') = (owner IS NOT NULL)),
  CONSTRAINT export_job_finished CHECK ((state IN ('DONE', 'FAILED', 'CANCELLED')) = (finished_at IS NOT NULL)),
  CONSTRAINT export_job_file CHECK ((state = 'DONE') = (bytes IS NOT NULL))
);
CREATE INDEX export_job_list ON dashboard.export_job (connection_id, created_at DESC, id DESC);
CREATE INDEX export_job_claim ON dashboard.export_job (lease_until) WHERE state IN ('QUEUED', 'RUNNING');
CREATE INDEX export_job_expiry ON dashboard.export_job (expires_at);

CREATE TABLE dashboard.export_file (
  connection_id text NOT NULL,
  job_id text NOT NULL,
  content bytea NOT NULL,
  PRIMARY KEY (connection_id, job_id),
  FOREIGN KEY (connection_id, job_id) REFERENCES dashboard.export_job (connection_id, id) ON DELETE CASCADE ON UPDATE CASCADE
);
-- A file is compressed already, and read in slices: stored plain, a slice costs no reading of what is before it.
ALTER TABLE dashboard.export_file ALTER COLUMN content SET STORAGE EXTERNAL;

ALTER TABLE dashboard.export_job ENABLE ROW LEVEL SECURITY;
ALTER TABLE dashboard.export_file ENABLE ROW LEVEL SECURITY;
CREATE POLICY everybody ON dashboard.export_job TO checkout_dashboard_system USING (true);
CREATE POLICY everybody ON dashboard.export_file TO checkout_dashboard_system USING (true);
CREATE POLICY tenant ON dashboard.export_job TO checkout_dashboard USING (connection_id = current_setting('app.tenant', true));
CREATE POLICY tenant ON dashboard.export_file TO checkout_dashboard USING (connection_id = current_setting('app.tenant', true));
GRANT SELECT, INSERT, UPDATE, DELETE ON dashboard.export_job, dashboard.export_file TO checkout_dashboard, checkout_dashboard_system;
