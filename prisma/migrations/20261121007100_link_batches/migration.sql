-- Many links made from one table of rows; the batch is the job, its rows tell how far it is (docs/links.md).
CREATE TABLE dashboard.link_batch (
  connection_id text NOT NULL,
  id text NOT NULL,
  user_id text,
  name text NOT NULL,
  state text NOT NULL,
  total integer NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  problem text,
  created_at timestamptz(3) NOT NULL,
  finished_at timestamptz(3),
  owner text,
  lease_until timestamptz(3),
  PRIMARY KEY (connection_id, id),
  FOREIGN KEY (connection_id) REFERENCES dashboard.connection (id) ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT link_batch_state CHECK (state IN ('QUEUED', 'RUNNING', 'STOPPED', 'DONE')),
  CONSTRAINT link_batch_owned CHECK ((state = 'RUNNING') = (owner IS NOT NULL)),
  CONSTRAINT link_batch_finished CHECK ((state = 'DONE') = (finished_at IS NOT NULL))
);
CREATE INDEX link_batch_list ON dashboard.link_batch (connection_id, created_at DESC);
CREATE INDEX link_batch_claim ON dashboard.link_batch (lease_until) WHERE state IN ('QUEUED', 'RUNNING');

CREATE TABLE dashboard.link_batch_row (
  connection_id text NOT NULL,
  batch_id text NOT NULL,
  position integer NOT NULL,
  body jsonb NOT NULL,
  state text NOT NULL,
  link_id text,
  url text,
  problem text,
  PRIMARY KEY (connection_id, batch_id, position),
  FOREIGN KEY (connection_id, batch_id) REFERENCES dashboard.link_batch (connection_id, id) ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT link_batch_row_state CHECK (state IN ('WAITING', 'DONE', 'FAILED')),
  CONSTRAINT link_batch_row_link CHECK ((state = 'DONE') = (link_id IS NOT NULL AND url IS NOT NULL))
);

ALTER TABLE dashboard.link_batch ENABLE ROW LEVEL SECURITY;
ALTER TABLE dashboard.link_batch_row ENABLE ROW LEVEL SECURITY;
CREATE POLICY everybody ON dashboard.link_batch TO checkout_dashboard_system USING (true);
CREATE POLICY everybody ON dashboard.link_batch_row TO checkout_dashboard_system USING (true);
CREATE POLICY tenant ON dashboard.link_batch TO checkout_dashboard USING (connection_id = current_setting('app.tenant', true));
CREATE POLICY tenant ON dashboard.link_batch_row TO checkout_dashboard USING (connection_id = current_setting('app.tenant', true));
GRANT SELECT, INSERT, UPDATE, DELETE ON dashboard.link_batch, dashboard.link_batch_row TO checkout_dashboard, checkout_dashboard_system;
