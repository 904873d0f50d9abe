-- The operator's rotation of the encryption keys writes account numbers anew.
GRANT UPDATE (number_sealed) ON service.bank_account TO checkout_system;
