-- Counts the receipts of one account within a day.
CREATE INDEX mail_day ON dashboard.mail (connection_id, created_at);
