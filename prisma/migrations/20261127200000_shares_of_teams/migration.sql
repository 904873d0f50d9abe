-- compatible: yes
-- Claims of background work walk from connection to connection, so that the rows of one team delay no other's.

-- step: concurrent
CREATE INDEX CONCURRENTLY IF NOT EXISTS charge_share ON dashboard.charge (connection_id, due_at NULLS FIRST)
  WHERE state IN ('SENDING', 'UNKNOWN');
CREATE INDEX CONCURRENTLY IF NOT EXISTS link_cancel_share ON dashboard.link_cancel (connection_id, due_at NULLS FIRST)
  WHERE state IN ('WAITING', 'RUNNING');
CREATE INDEX CONCURRENTLY IF NOT EXISTS object_fetch_share ON dashboard.object_fetch (connection_id, due_at NULLS FIRST)
  WHERE connection_id IS NOT NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS link_batch_share ON dashboard.link_batch (connection_id)
  WHERE state IN ('QUEUED', 'RUNNING');
CREATE INDEX CONCURRENTLY IF NOT EXISTS export_job_share ON dashboard.export_job (connection_id)
  WHERE state IN ('QUEUED', 'RUNNING');
CREATE INDEX CONCURRENTLY IF NOT EXISTS mail_share ON dashboard.mail (connection_id, next_try_at NULLS FIRST)
  WHERE state IN ('QUEUED', 'SENDING');
