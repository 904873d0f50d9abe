-- Customer of a link, for which the host made it; null where the host does not report one. A column of its own, because only
-- the equality of a text may use an index beneath row-level security.
ALTER TABLE dashboard.mirror_link ADD COLUMN customer_id text GENERATED ALWAYS AS (left(snapshot ->> 'customer_id', 255)) STORED;
CREATE INDEX mirror_link_customer ON dashboard.mirror_link (connection_id, customer_id, created_at DESC, id DESC)
  WHERE customer_id IS NOT NULL;

-- Acts on one object, newest first.
DROP INDEX dashboard.audit_entry_connection;
CREATE INDEX audit_entry_object ON dashboard.audit_entry (connection_id, object_id, created_at DESC, id DESC);
