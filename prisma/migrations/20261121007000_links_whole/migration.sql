-- What a merchant did with a link's address here. It says what was done, never that anything arrived.
CREATE TABLE dashboard.share_trace (
  connection_id text NOT NULL,
  id text NOT NULL,
  link_id text NOT NULL,
  user_id text,
  channel text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (connection_id, id),
  FOREIGN KEY (connection_id) REFERENCES dashboard.connection (id) ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT share_trace_channel
    CHECK (channel IN ('copied', 'qr_png', 'qr_svg', 'whatsapp', 'email', 'sms', 'share_sheet', 'opened'))
);
CREATE INDEX share_trace_link ON dashboard.share_trace (connection_id, link_id, created_at DESC);

-- A cancel that waits out its seconds of regret; the worker carries it out, whatever became of the tab (docs/links.md).
CREATE TABLE dashboard.link_cancel (
  connection_id text NOT NULL,
  id text NOT NULL,
  link_id text NOT NULL,
  user_id text,
  state text NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  problem text,
  asked_at timestamptz(3) NOT NULL,
  due_at timestamptz(3) NOT NULL,
  finished_at timestamptz(3),
  owner text,
  lease_until timestamptz(3),
  PRIMARY KEY (connection_id, id),
  FOREIGN KEY (connection_id) REFERENCES dashboard.connection (id) ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT link_cancel_state CHECK (state IN ('WAITING', 'RUNNING', 'DONE', 'UNDONE', 'FAILED')),
  CONSTRAINT link_cancel_owned CHECK ((state = 'RUNNING') = (owner IS NOT NULL AND lease_until IS NOT NULL)),
  CONSTRAINT link_cancel_finished CHECK ((state IN ('WAITING', 'RUNNING')) = (finished_at IS NULL))
);
-- Two tabs, one cancel: whoever asks again gets the one that waits.
CREATE UNIQUE INDEX link_cancel_one_open ON dashboard.link_cancel (connection_id, link_id) WHERE state IN ('WAITING', 'RUNNING');
CREATE INDEX link_cancel_link ON dashboard.link_cancel (connection_id, link_id, asked_at DESC);
CREATE INDEX link_cancel_due ON dashboard.link_cancel (due_at) WHERE state IN ('WAITING', 'RUNNING');

ALTER TABLE dashboard.share_trace ENABLE ROW LEVEL SECURITY;
ALTER TABLE dashboard.link_cancel ENABLE ROW LEVEL SECURITY;
CREATE POLICY everybody ON dashboard.share_trace TO checkout_dashboard_system USING (true);
CREATE POLICY everybody ON dashboard.link_cancel TO checkout_dashboard_system USING (true);
CREATE POLICY tenant ON dashboard.share_trace TO checkout_dashboard USING (connection_id = current_setting('app.tenant', true));
CREATE POLICY tenant ON dashboard.link_cancel TO checkout_dashboard USING (connection_id = current_setting('app.tenant', true));
GRANT SELECT, INSERT, UPDATE, DELETE ON dashboard.share_trace, dashboard.link_cancel TO checkout_dashboard, checkout_dashboard_system;
