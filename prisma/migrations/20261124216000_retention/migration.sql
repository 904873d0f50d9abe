-- Retention finds the oldest rows of all accounts by these; `api_request_age` exists already.
CREATE INDEX event_age ON service.event (created_at);
CREATE INDEX delivery_age ON service.delivery (created_at)
  WHERE status <> 'PENDING' AND owner IS NULL AND manual_due_at IS NULL;
