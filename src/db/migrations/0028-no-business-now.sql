-- Statements receive the business instant as a parameter. No column default, index or trigger uses the function.
drop function business_now();
