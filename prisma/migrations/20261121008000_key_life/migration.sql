-- Keys whose request never reached the processor are forgotten after 90 days; the others are kept for ever.
CREATE INDEX idempotency_key_forgettable ON service.idempotency_key (done_at) WHERE payment_id IS NULL;
GRANT DELETE ON service.idempotency_key TO checkout_system;
CREATE POLICY forgettable ON service.idempotency_key AS RESTRICTIVE FOR DELETE TO checkout_system USING (payment_id IS NULL);
