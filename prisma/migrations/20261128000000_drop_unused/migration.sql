-- compatible: yes
-- The release before does not name what is dropped here.
ALTER TABLE dashboard.quarantined_object DROP COLUMN raw;
ALTER TABLE dashboard.object_fetch DROP COLUMN cursor, DROP COLUMN cursor_hash, DROP COLUMN cursor_count;

-- step: concurrent
DROP INDEX CONCURRENTLY IF EXISTS dashboard.charge_prepared;

-- A cancelled export has been deleted since the release before; those from earlier ones are gone after this.
-- step: batches
DELETE FROM dashboard.export_job WHERE (connection_id, id) IN (
  SELECT connection_id, id FROM dashboard.export_job WHERE state = 'CANCELLED' LIMIT 1000
)
-- step: transaction
ALTER TABLE dashboard.export_job
  DROP CONSTRAINT export_job_finished,
  DROP CONSTRAINT export_job_state,
  ADD CONSTRAINT export_job_finished CHECK ((state IN ('DONE', 'FAILED')) = (finished_at IS NOT NULL)),
  ADD CONSTRAINT export_job_state CHECK (state IN ('QUEUED', 'RUNNING', 'DONE', 'FAILED'));
