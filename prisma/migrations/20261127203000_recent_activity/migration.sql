-- compatible: yes
-- The notices about changes of money and access look for the newest entries of every team.

-- step: concurrent
CREATE INDEX CONCURRENTLY IF NOT EXISTS audit_entry_age ON dashboard.audit_entry (created_at);
