-- compatible: yes
-- Locale in which the payer read the page of the payment (BCP 47), for its receipt and mails; null if unknown.
ALTER TABLE service.payment ADD COLUMN payer_language text CHECK (length(payer_language) <= 20);
