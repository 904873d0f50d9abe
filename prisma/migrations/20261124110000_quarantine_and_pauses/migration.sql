-- Objects of the host that cannot be parsed or written, so that one odd object never stops the others. A row leaves when the
-- object is written after all, or when the host does not know it.
CREATE TABLE dashboard.quarantined_object (
  connection_id text NOT NULL,
  noun text NOT NULL,
  -- The host's id, or `sha256:` and a hash of the object where it has none.
  object_id text NOT NULL,
  -- The object as it came; null where Postgres cannot hold it.
  raw jsonb,
  reason text NOT NULL,
  source text NOT NULL,
  first_at timestamptz(3) NOT NULL,
  -- The newest report of the object.
  last_at timestamptz(3) NOT NULL,
  -- Comparisons that tried it again in vain.
  tries integer NOT NULL DEFAULT 0,
  PRIMARY KEY (connection_id, noun, object_id),
  FOREIGN KEY (connection_id) REFERENCES dashboard.connection (id) ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT quarantined_object_noun CHECK (noun IN ('payments', 'links', 'customers', 'settlements')),
  CONSTRAINT quarantined_object_source CHECK (source IN ('list', 'event', 'fetch'))
);
CREATE INDEX quarantined_object_newest ON dashboard.quarantined_object (connection_id, last_at DESC);
ALTER TABLE dashboard.quarantined_object ENABLE ROW LEVEL SECURITY;
CREATE POLICY everybody ON dashboard.quarantined_object TO checkout_dashboard_system USING (true);
CREATE POLICY tenant ON dashboard.quarantined_object TO checkout_dashboard USING (connection_id = current_setting('app.tenant', true));
GRANT SELECT, INSERT, UPDATE, DELETE ON dashboard.quarantined_object TO checkout_dashboard, checkout_dashboard_system;

-- An object that an event brought in a form that cannot be read is fetched.
ALTER TABLE dashboard.object_fetch DROP CONSTRAINT object_fetch_reason,
  ADD CONSTRAINT object_fetch_reason
    CHECK (reason IN ('conflict', 'close_call', 'payment_of_link', 'settlement_payments', 'unreadable'));

-- A host that refuses calls or is away gets no background call before `calls_paused_until`, then one.
ALTER TABLE dashboard.connection
  ADD COLUMN calls_paused_until timestamptz(3),
  ADD COLUMN calls_paused_by text,
  -- Failures in a row.
  ADD COLUMN call_failures integer NOT NULL DEFAULT 0,
  ADD CONSTRAINT connection_calls_paused_by CHECK (calls_paused_by IN ('rate_limited', 'refused', 'away'));
