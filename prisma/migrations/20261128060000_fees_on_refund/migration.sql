-- compatible: yes
-- Fees that come back with refunds.

ALTER TABLE service.account ADD COLUMN fees_on_refund text NOT NULL DEFAULT 'keep';
ALTER TABLE service.account ADD CONSTRAINT account_fees_on_refund CHECK (fees_on_refund IN ('keep', 'return')) NOT VALID;

-- Part of the payment's fee that came back with the refund; 0 = none.
ALTER TABLE service.refund ADD COLUMN fee_minor integer NOT NULL DEFAULT 0;
ALTER TABLE service.refund ADD CONSTRAINT refund_fee CHECK (fee_minor = 0 OR fee_minor > 0 AND status = 'SUCCEEDED') NOT VALID;

-- A settlement's refunds, less returned fees, may be negative: the fee of a small payment exceeds its amount. The other
-- parts of the constraint stay as the earlier migrations left them.
DO $$
DECLARE
  sums text := (SELECT pg_get_constraintdef(oid) FROM pg_constraint
    WHERE conrelid = 'service.settlement'::regclass AND conname = 'settlement_sums');
BEGIN
  ALTER TABLE service.settlement DROP CONSTRAINT settlement_sums;
  EXECUTE 'ALTER TABLE service.settlement ADD CONSTRAINT settlement_sums '
    || replace(replace(sums, ' AND (refund_minor >= 0)', ''), ' NOT VALID', '') || ' NOT VALID';
END $$;

-- step: transaction
ALTER TABLE service.account VALIDATE CONSTRAINT account_fees_on_refund;
ALTER TABLE service.refund VALIDATE CONSTRAINT refund_fee;
ALTER TABLE service.settlement VALIDATE CONSTRAINT settlement_sums;
