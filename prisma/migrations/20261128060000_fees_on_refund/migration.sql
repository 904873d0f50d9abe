-- compatible: yes
-- Fees that come back with refunds, and refunds that come back themselves.

ALTER TABLE service.account ADD COLUMN fees_on_refund text NOT NULL DEFAULT 'keep';
ALTER TABLE service.account ADD CONSTRAINT account_fees_on_refund CHECK (fees_on_refund IN ('keep', 'return')) NOT VALID;

-- Part of the payment's fee that came back with the refund; 0 = none.
ALTER TABLE service.refund ADD COLUMN fee_minor integer NOT NULL DEFAULT 0;
ALTER TABLE service.refund ADD CONSTRAINT refund_fee CHECK (fee_minor = 0 OR fee_minor > 0 AND status <> 'PENDING') NOT VALID;

-- A refund that failed after a settlement had taken it is given back by a later one.
ALTER TABLE service.refund ADD COLUMN reversal_settlement_id text;
ALTER TABLE service.refund ADD CONSTRAINT refund_account_id_reversal_settlement_id_fkey FOREIGN KEY (account_id, reversal_settlement_id)
  REFERENCES service.settlement (account_id, id) ON DELETE RESTRICT ON UPDATE CASCADE NOT VALID;
ALTER TABLE service.refund DROP CONSTRAINT refund_settled_has_succeeded;
ALTER TABLE service.refund ADD CONSTRAINT refund_settled_is_final CHECK (settlement_id IS NULL OR status <> 'PENDING') NOT VALID;
ALTER TABLE service.refund ADD CONSTRAINT refund_reversal_follows_settlement
  CHECK (reversal_settlement_id IS NULL OR settlement_id IS NOT NULL AND status = 'FAILED') NOT VALID;

-- A settlement's refunds, less returned fees, may be negative: the fee of a small payment exceeds its amount.
ALTER TABLE service.settlement DROP CONSTRAINT settlement_sums;
ALTER TABLE service.settlement ADD CONSTRAINT settlement_sums
  CHECK (net_minor = gross_minor - fee_minor - refund_minor - dispute_minor - debt_minor
    AND gross_minor > 0 AND fee_minor >= 0 AND debt_minor >= 0 AND payment_count > 0) NOT VALID;

-- step: transaction
ALTER TABLE service.account VALIDATE CONSTRAINT account_fees_on_refund;
ALTER TABLE service.refund VALIDATE CONSTRAINT refund_fee;
ALTER TABLE service.refund VALIDATE CONSTRAINT refund_account_id_reversal_settlement_id_fkey;
ALTER TABLE service.refund VALIDATE CONSTRAINT refund_settled_is_final;
ALTER TABLE service.refund VALIDATE CONSTRAINT refund_reversal_follows_settlement;
ALTER TABLE service.settlement VALIDATE CONSTRAINT settlement_sums;

-- step: concurrent
CREATE INDEX CONCURRENTLY refund_reversal_unsettled ON service.refund (account_id, finished_at)
  WHERE status = 'FAILED' AND settlement_id IS NOT NULL AND reversal_settlement_id IS NULL;
-- step: concurrent
CREATE INDEX CONCURRENTLY refund_reversal_settlement ON service.refund (account_id, reversal_settlement_id)
  WHERE reversal_settlement_id IS NOT NULL;
