-- compatible: yes
-- Instant at which the processor refused a dispute's evidence, until evidence is sent again.
ALTER TABLE service.dispute ADD COLUMN refused_at timestamptz(3);
