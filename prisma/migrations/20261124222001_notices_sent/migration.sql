-- The newest mails about failures of an endpoint, as its page shows them: number, recipient, instant and the failure's start.
ALTER TABLE service.webhook_endpoint ADD COLUMN notices_sent jsonb NOT NULL DEFAULT '[]';
