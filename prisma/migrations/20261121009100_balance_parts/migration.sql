-- What waits to be settled, as running sums: the balance reads a few rows however many payments wait. An approval adds to
-- one of some parts, so that approvals at the same time rarely meet; settlements subtract from a part of their own (-1).
CREATE TABLE service.balance_part (
  account_id text NOT NULL,
  part smallint NOT NULL,
  payments bigint NOT NULL,
  gross_minor bigint NOT NULL,
  fee_minor bigint NOT NULL,
  PRIMARY KEY (account_id, part),
  FOREIGN KEY (account_id) REFERENCES service.account (id) ON DELETE RESTRICT ON UPDATE CASCADE
) WITH (fillfactor = 50);
INSERT INTO service.balance_part (account_id, part, payments, gross_minor, fee_minor)
  SELECT account_id, -1, count(*), sum(amount_minor), sum(fee_minor) FROM service.payment
  WHERE status = 'APPROVED' AND settlement_id IS NULL GROUP BY account_id;

GRANT SELECT, INSERT, UPDATE ON service.balance_part TO checkout_service, checkout_system;
ALTER TABLE service.balance_part ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant ON service.balance_part TO checkout_service USING (account_id = current_setting('app.tenant', true));
CREATE POLICY everybody ON service.balance_part TO checkout_system USING (true);

-- No longer summed from the index.
DROP INDEX service.payment_unsettled;
CREATE INDEX payment_unsettled ON service.payment (account_id, approved_at) WHERE status = 'APPROVED' AND settlement_id IS NULL;
