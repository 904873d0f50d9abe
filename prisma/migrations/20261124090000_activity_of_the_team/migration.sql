-- Activity belongs to the team and outlives the connection through which something was done.
ALTER TABLE dashboard.audit_entry ADD COLUMN team_id text;
UPDATE dashboard.audit_entry a SET team_id = c.team_id FROM dashboard.connection c WHERE c.id = a.connection_id;

DO $$
DECLARE found text;
BEGIN
  FOR found IN SELECT conname FROM pg_constraint WHERE conrelid = 'dashboard.audit_entry'::regclass AND contype IN ('p', 'f') LOOP
    EXECUTE format('ALTER TABLE dashboard.audit_entry DROP CONSTRAINT %I', found);
  END LOOP;
END $$;
DROP INDEX dashboard.audit_entry_list;
ALTER TABLE dashboard.audit_entry
  ALTER COLUMN team_id SET NOT NULL,
  ALTER COLUMN connection_id DROP NOT NULL,
  ADD CONSTRAINT audit_entry_pkey PRIMARY KEY (team_id, id),
  ADD FOREIGN KEY (team_id) REFERENCES dashboard.team (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  ADD FOREIGN KEY (connection_id) REFERENCES dashboard.connection (id) ON DELETE SET NULL ON UPDATE CASCADE;
CREATE INDEX audit_entry_list ON dashboard.audit_entry (team_id, created_at DESC, id DESC);
CREATE INDEX audit_entry_connection ON dashboard.audit_entry (connection_id);

DROP POLICY tenant ON dashboard.audit_entry;
CREATE POLICY tenant ON dashboard.audit_entry TO checkout_dashboard
  USING (team_id = (SELECT team_id FROM dashboard.connection WHERE id = current_setting('app.tenant', true)));
