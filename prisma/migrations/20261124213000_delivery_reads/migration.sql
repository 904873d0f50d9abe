-- Failed answers by their class, for the filter of the deliveries list; a delivery that went well is not in it.
-- The three ways to have no connection are one class of the filter.
CREATE INDEX delivery_answer_list ON service.delivery (
  account_id,
  (CASE last_error_class WHEN 'closed' THEN 'connect' WHEN 'protocol' THEN 'connect' ELSE last_error_class END),
  created_at DESC,
  id DESC
) WHERE last_error_class IS NOT NULL;

-- The instant from which a worker may queue the next batch of a bulk retry. An account has one that runs.
ALTER TABLE service.delivery_retry_run ADD COLUMN next_batch_at timestamptz(3);
UPDATE service.delivery_retry_run SET next_batch_at = created_at WHERE status = 'RUNNING';
ALTER TABLE service.delivery_retry_run
  ADD CONSTRAINT delivery_retry_run_batch CHECK ((status = 'RUNNING') = (next_batch_at IS NOT NULL));
DROP INDEX service.delivery_retry_run_running;
CREATE UNIQUE INDEX delivery_retry_run_running ON service.delivery_retry_run (account_id) WHERE status = 'RUNNING';
