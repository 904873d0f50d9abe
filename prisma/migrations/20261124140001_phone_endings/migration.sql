-- A phone's digits from the last to the first: numbers that end alike lie beside each other. Bytewise, so that a range is a prefix.
ALTER TABLE dashboard.mirror_customer
  ADD COLUMN phone_reversed text COLLATE "C" GENERATED ALWAYS AS (reverse(phone_digits)) STORED;
CREATE INDEX mirror_customer_phone_end ON dashboard.mirror_customer (connection_id, phone_reversed);
