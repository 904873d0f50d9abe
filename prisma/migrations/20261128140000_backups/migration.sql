-- compatible: yes
-- When the last backup of this database was made, as the operator's script reported it.
CREATE TABLE health.backup (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  made_at timestamptz(3) NOT NULL
);
GRANT SELECT, INSERT, UPDATE ON health.backup TO checkout_system;
