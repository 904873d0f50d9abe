-- A team may connect several accounts and works with one of them at a time.
ALTER TABLE dashboard.team ADD COLUMN current_connection_id text;
ALTER TABLE dashboard.team ADD CONSTRAINT team_current_connection_id_fkey
  FOREIGN KEY (current_connection_id) REFERENCES dashboard.connection (id) ON DELETE SET NULL ON UPDATE CASCADE;
-- The same account of the same host is one connection: a second key for it replaces the first.
CREATE UNIQUE INDEX connection_account_once ON dashboard.connection (team_id, base_url, (account ->> 'id'));
