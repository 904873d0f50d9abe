-- The filters of a list that one member keeps under a name.
CREATE TABLE dashboard.saved_view (
  connection_id text NOT NULL,
  id text NOT NULL,
  user_id text NOT NULL,
  list text NOT NULL,
  name text NOT NULL,
  query text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (connection_id, id),
  FOREIGN KEY (connection_id) REFERENCES dashboard.connection (id) ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT saved_view_list CHECK (list IN ('links', 'payments'))
);
CREATE UNIQUE INDEX saved_view_name ON dashboard.saved_view (connection_id, user_id, list, name);

ALTER TABLE dashboard.saved_view ENABLE ROW LEVEL SECURITY;
CREATE POLICY everybody ON dashboard.saved_view TO checkout_dashboard_system USING (true);
CREATE POLICY tenant ON dashboard.saved_view TO checkout_dashboard USING (connection_id = current_setting('app.tenant', true));
GRANT SELECT, INSERT, UPDATE, DELETE ON dashboard.saved_view TO checkout_dashboard, checkout_dashboard_system;
