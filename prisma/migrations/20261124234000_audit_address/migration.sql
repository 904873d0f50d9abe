-- Where an act was done from; null for acts of the worker, and for those before now.
ALTER TABLE dashboard.audit_entry ADD COLUMN address text;
