-- Each member chooses the account that they look at: a colleague's choice must not change what my open form acts on.
ALTER TABLE dashboard.membership ADD COLUMN current_connection_id text;
ALTER TABLE dashboard.membership ADD CONSTRAINT membership_current_connection_id_fkey
  FOREIGN KEY (current_connection_id) REFERENCES dashboard.connection (id) ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE dashboard.team DROP COLUMN current_connection_id;
