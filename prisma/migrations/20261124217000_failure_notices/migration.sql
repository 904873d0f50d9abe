-- A mail reports an endpoint that keeps failing: `notices` counts those of the present failure, `noticed_at` is the newest of any.
ALTER TABLE service.webhook_endpoint ADD COLUMN noticed_at timestamptz(3);
CREATE INDEX webhook_endpoint_failing ON service.webhook_endpoint (failing_since) WHERE failing_since IS NOT NULL;
-- The newest failure of an endpoint.
CREATE INDEX delivery_failure ON service.delivery (account_id, endpoint_id, last_attempt_at)
  WHERE last_error_class IS NOT NULL AND NOT test;
