-- `secret_since`: the instant from which `secret_sealed` signs, null = since the endpoint was made. `missed_since`: the pause
-- whose skipped deliveries nobody has answered for yet, neither to send them nor to leave them.
ALTER TABLE service.webhook_endpoint
  ADD COLUMN secret_since timestamptz(3),
  ADD COLUMN missed_since timestamptz(3);
UPDATE service.webhook_endpoint e SET missed_since = (
  SELECT max(a.created_at) FROM service.audit_entry a
  WHERE a.account_id = e.account_id AND a.object_id = e.id AND a.action = 'webhook_endpoint.paused')
  WHERE e.status = 'PAUSED';
