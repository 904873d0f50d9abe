-- How the test bank behaves: one row, changed by the operator, read at every call.
CREATE TABLE test_bank.setting (
  id boolean PRIMARY KEY DEFAULT true,
  delay_ms integer NOT NULL DEFAULT 0,
  outage boolean NOT NULL DEFAULT false,
  CONSTRAINT setting_is_one_row CHECK (id),
  CONSTRAINT setting_delay CHECK (delay_ms BETWEEN 0 AND 60000)
);
INSERT INTO test_bank.setting DEFAULT VALUES;
GRANT SELECT, UPDATE ON test_bank.setting TO checkout_bank;
