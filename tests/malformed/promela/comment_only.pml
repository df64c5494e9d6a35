/* nothing */ // to see
