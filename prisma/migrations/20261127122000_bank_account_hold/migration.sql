-- compatible: yes
-- Time from which a bank account receives the settlements generated instead of the one before it; null = from the beginning. The account before it ends then. A process
-- of the version before sends to the new account at once.
ALTER TABLE service.bank_account ADD COLUMN effective_at timestamptz(3);

-- Notices about changes of an account's money and access.
ALTER TABLE dashboard.mail DROP CONSTRAINT mail_kind;
ALTER TABLE dashboard.mail ADD CONSTRAINT mail_kind CHECK (kind IN ('receipt', 'settlement_paid', 'security')) NOT VALID;
