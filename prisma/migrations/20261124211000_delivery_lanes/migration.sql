-- First attempts are always due and are found by the first index alone; retries and manual attempts by the endpoint's `next_due_at`.
-- `automatic_attempts` = 0 marks a first attempt: a delivery that was sent by hand only, or starts its schedule anew, is one too.
CREATE INDEX delivery_first ON service.delivery (account_id, endpoint_id, next_attempt_at)
  WHERE status = 'PENDING' AND owner IS NULL AND automatic_attempts = 0;
CREATE INDEX delivery_retry ON service.delivery (account_id, endpoint_id, next_attempt_at)
  WHERE status = 'PENDING' AND owner IS NULL AND automatic_attempts > 0;
DROP INDEX service.delivery_waiting;
-- Skipped deliveries of an endpoint by the instant at which they were skipped.
CREATE INDEX delivery_skipped ON service.delivery (account_id, endpoint_id, finished_at) WHERE status = 'SKIPPED' AND NOT test;
UPDATE service.webhook_endpoint e SET next_due_at = (
  SELECT min(d.next_attempt_at) FROM service.delivery d
  WHERE d.account_id = e.account_id AND d.endpoint_id = e.id AND d.status = 'PENDING' AND d.automatic_attempts > 0);
