-- A stored answer names the request that it answered, also when the reconciler writes it; a link made by a charge is
-- an answer without a payment.
ALTER TABLE service.idempotency_key ADD COLUMN request_id text;

-- The bank's confirmation step: an authorisation that waits for its payer.
ALTER TABLE test_bank.operation
  ADD COLUMN challenge text,
  ADD COLUMN return_url text,
  DROP CONSTRAINT operation_status,
  ADD CONSTRAINT operation_status CHECK (status IN ('CONFIRMING', 'AUTHORIZED', 'CAPTURED', 'VOIDED', 'DECLINED', 'TOMBSTONE'));
CREATE UNIQUE INDEX operation_challenge_key ON test_bank.operation (challenge);
